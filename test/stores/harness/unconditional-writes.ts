import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { RealStore } from './real-store.ts';
import type { Rewrite } from './breaking-proxy.ts';

/** An S3 signature covers the conditions: to lose them, the proxy has to sign the write itself. */
export function unconditionalWrites({ port, keys }: RealStore): Rewrite {
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: keys['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: keys['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  return async (path, body) => {
    const [, bucket = '', ...rest] = decodeURIComponent(path.replace(/\?.*$/, '')).split('/');
    const command = new PutObjectCommand({ Bucket: bucket, Key: rest.join('/'), Body: body });
    return (await client.send(command)).ETag ?? '';
  };
}
