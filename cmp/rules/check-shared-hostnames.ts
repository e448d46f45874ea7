import type { Problem } from '../../documents/problem.ts';
import { problemFrom } from '../finding.ts';
import type { LocatedApp } from './located-app.ts';
import { placeText } from './place-text.ts';

interface Claim extends LocatedApp {
  readonly index: number;
}

/** A host name leads to one fleet: of two routes for it, gateways serve the older one and say nothing to the other. */
export function checkSharedHostnames(apps: readonly LocatedApp[]): readonly Problem[] {
  const first = new Map<string, Claim>();
  return apps.flatMap((located): readonly Problem[] =>
    (located.app.spec.hostnames ?? []).flatMap((hostname, index): readonly Problem[] => {
      const key = hostname.toLowerCase();
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, { ...located, index });
      const isOther = earlier !== undefined && earlier.app.metadata.name !== located.app.metadata.name;
      return isOther ? [shared({ ...located, index }, earlier)] : [];
    }),
  );
}

function shared(claim: Claim, earlier: Claim): Problem {
  const name = claim.app.metadata.name;
  const place = placeText(earlier.document.locate(['spec', 'hostnames', earlier.index]));
  return problemFrom(
    {
      code: 'HOSTNAME_SHARED',
      path: ['spec', 'hostnames', claim.index],
      message: `the host name must lead to one fleet: WorkerApp "${earlier.app.metadata.name}" at ${place} has it too`,
      hint: 'delete it from one of the two',
    },
    claim.document,
    `Cannot render WorkerApp "${name}"`,
  );
}
