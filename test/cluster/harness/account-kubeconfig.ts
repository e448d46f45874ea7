import { writeFile } from 'node:fs/promises';
import type { ControlPlane } from '../control-plane.ts';
import { kubeconfig } from './control-plane-files.ts';
import { textAt } from './json-at.ts';

export interface Account {
  readonly namespace: string;
  readonly name: string;
}

/** Writes a kubeconfig by which a process acts as a ServiceAccount; its token outlives every suite. */
export async function writeAccountKubeconfig(
  plane: ControlPlane,
  { namespace, name }: Account,
  file: string,
): Promise<void> {
  const answer = await plane.api.send({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    body: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: 86_400 },
    },
  });
  if (answer.status >= 300) {
    throw new Error(
      `Cannot get a token of ServiceAccount ${namespace}/${name}: ${textAt(answer.body, 'message')}`,
    );
  }
  const content = kubeconfig({
    server: plane.url,
    authority: plane.authority,
    token: textAt(answer.body, 'status', 'token'),
    namespace,
  });
  await writeFile(file, content, { mode: 0o600 });
}
