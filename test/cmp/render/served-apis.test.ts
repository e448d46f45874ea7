import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultPlatform } from '../../../cmp/platform/default-platform.ts';
import { servedApis, type OptionalApi } from '../../../cmp/render/served-apis.ts';

const ROUTE: OptionalApi = {
  group: 'gateway.networking.k8s.io',
  version: 'v1',
  kind: 'HTTPRoute',
  setting: 'gateway',
};
const platform = defaultPlatform();
const without = { ...platform, optionalApis: { ...platform.optionalApis, gateway: false } };

suite('servedApis()', () => {
  test('believes the list that Argo CD passes, whatever the platform file says', () => {
    const list = 'v1,apps/v1,gateway.networking.k8s.io/v1,gateway.networking.k8s.io/v1/HTTPRoute';
    assert.equal(servedApis(list, without).serves(ROUTE), true);
    assert.equal(servedApis('v1,apps/v1,apps/v1/StatefulSet', platform).serves(ROUTE), false);
  });

  test('wants group, version and kind: another version or kind of the group is not enough', () => {
    for (const entry of [
      'gateway.networking.k8s.io/v1',
      'gateway.networking.k8s.io/v1beta1/HTTPRoute',
      'gateway.networking.k8s.io/v1/Gateway',
      'networking.k8s.io/v1/HTTPRoute',
    ]) {
      assert.equal(servedApis(`apps/v1,${entry}`, platform).serves(ROUTE), false, entry);
    }
  });

  test('asks the platform file where Argo CD passes no list: the hydrator sends none', () => {
    for (const list of [undefined, '', ' ', ',']) {
      assert.equal(servedApis(list, platform).serves(ROUTE), true);
      assert.equal(servedApis(list, without).serves(ROUTE), false);
    }
  });

  test('has a problem with a list that cannot be one: an API taken for absent takes live objects away', () => {
    for (const list of [
      'garbage',
      'v1;apps/v1;keda.sh/v1alpha1/ScaledObject',
      'keda.sh/v1alpha1/ScaledObject',
    ]) {
      assert.deepEqual(
        servedApis(list, platform).problems.map(({ code }) => code),
        ['API_VERSIONS_INVALID'],
        list,
      );
    }
    assert.deepEqual(servedApis('v1,apps/v1', platform).problems, []);
    assert.deepEqual(servedApis(undefined, platform).problems, []);
  });
});
