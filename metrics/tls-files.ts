import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Log } from '../kube/log.ts';

/** Paths of a certificate and its key, as a Secret of type kubernetes.io/tls mounts them. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

export interface TlsTexts {
  readonly cert: string;
  readonly key: string;
}

/** How often the files are looked at: the kubelet replaces them, and tells nobody. */
const LOOK_MS = 30_000;

/** Rejects where the files cannot be read or do not belong together. */
export async function readTlsFiles(files: TlsFiles): Promise<TlsTexts> {
  const [cert, key] = await Promise.all([readFile(files.cert, 'utf8'), readFile(files.key, 'utf8')]);
  createSecureContext({ cert, key });
  return { cert, key };
}

/** Tells of new files; those that cannot be used yet are looked at again, and the old ones stay. Returns how to stop. */
export function watchTlsFiles(files: TlsFiles, use: (texts: TlsTexts) => void, log: Log): () => void {
  let known = '';
  const look = async (): Promise<void> => {
    try {
      const texts = await readTlsFiles(files);
      if (known !== '' && known !== texts.cert) {
        use(texts);
        log.info({}, 'The TLS certificate was replaced');
      }
      known = texts.cert;
    } catch {
      // Not what the cause says: it could quote a file.
      log.warn({}, 'The TLS files cannot be used: the certificate in use stays');
    }
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
