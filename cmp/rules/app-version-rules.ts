import type { Finding } from '../finding.ts';
import { unresolvedReason } from '../../fleet/unresolved-reasons.ts';
import type { Rule, RuleContext } from './context.ts';

/** `spec.appVersion` that follows the bucket's deployment pointer. */
export const FOLLOW_POINTER = 'auto';

/** The deployment that the pods are to serve: the file's own, or the generator's; undefined only with a problem. */
export function appVersionOf({
  app,
  parameters,
}: Pick<RuleContext, 'app' | 'parameters'>): string | undefined {
  return app.spec.appVersion === FOLLOW_POINTER ? parameters.appVersion : app.spec.appVersion;
}

/** The generator could not read what this fleet needs: nothing is rendered, and all that is live stays (DESIGN D6). */
const checkUnresolved: Rule = ({ parameters }) => {
  if (parameters.unresolved === undefined) return [];
  return [
    {
      code: 'APP_UNRESOLVED',
      path: ['metadata', 'name'],
      message: `its deployment must be known: ${unresolvedReason(parameters.unresolved)}`,
      hint: 'mend what the reason names: the generator asks again by itself, and the live fleet stays as it is',
    },
  ];
};

const checkFollowed: Rule = (context) => {
  if (appVersionOf(context) !== undefined || context.parameters.unresolved !== undefined) return [];
  return [
    {
      code: 'APP_VERSION_MISSING',
      path: ['spec', 'appVersion'],
      message:
        'spec.appVersion must be known: it is auto, and the parameter appVersion has no version for it',
      hint: 'write the version that celld deploy printed, or create the Application with the ApplicationSet and its plugin generator',
    },
  ];
};

/** Everything goes into the destination's namespace; an absent one means it (DESIGN D16). */
const checkNamespace: Rule = ({ app, destination }): readonly Finding[] => {
  const { namespace } = app.metadata;
  if (namespace === undefined || namespace === destination.namespace) return [];
  return [
    {
      code: 'NAMESPACE_FOREIGN',
      path: ['metadata', 'namespace'],
      message: `metadata.namespace must be the destination "${destination.namespace}": it is "${namespace}"`,
      hint: 'delete it: what is absent goes into the destination namespace of the Application',
    },
  ];
};

export const APP_RULES: readonly Rule[] = [checkNamespace, checkUnresolved, checkFollowed];
