import { failed, type Failed } from './object-store.ts';

/** What a store said: its status, and its own word for the error where it has one. */
export interface StoreAnswer {
  readonly status: number;
  /** Such as `NoSuchBucket`; anything but a short word is dropped. */
  readonly code?: string | undefined;
  /** The region that a redirect names. */
  readonly region?: string | undefined;
  readonly configuredRegion?: string | undefined;
}

const WORD = /^[A-Za-z0-9]{1,64}$/;
const CLOCK = new Set(['RequestTimeTooSkewed', 'RequestExpired', 'RequestInTheFuture']);
const EXPIRED = new Set(['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'InvalidToken']);
const REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);
const NO_BUCKET = new Set(['NoSuchBucket', 'ContainerNotFound', 'AccountNotFound']);

/** The trouble that an answer stands for, every one named. Bug rows E5, E7. */
export function statusTrouble(answer: StoreAnswer): Failed {
  const code = answer.code !== undefined && WORD.test(answer.code) ? answer.code : undefined;
  const said = `the store answered ${answer.status}${code === undefined ? '' : ` ${code}`}`;
  if (isOneOf(CLOCK, code))
    return failed('clock-skewed', `Cannot use the store: ${said}: check this machine’s clock`);
  if (isOneOf(EXPIRED, code))
    return failed('credentials-expired', `Cannot use the store: ${said}: renew the keys`);
  if (isOneOf(REGION, code) || (answer.region !== undefined && isRedirect(answer.status)))
    return failed('wrong-region', `Cannot use the store: ${said}: ${regions(answer)}`);
  if (isOneOf(NO_BUCKET, code)) return failed('bucket-missing', `Cannot use the bucket: ${said}`);
  if (isRedirect(answer.status))
    return failed('store-failing', `Cannot use the store: ${said}: redirects are not followed`);
  if (answer.status === 401 || answer.status === 403)
    return failed('access-denied', `Cannot use the store: ${said}: check the keys and what they may read`);
  if (answer.status === 429)
    return failed('store-failing', `Cannot use the store: ${said}: it asks for fewer calls`);
  return failed('store-failing', `Cannot use the store: ${said}`);
}

function isOneOf(words: ReadonlySet<string>, code: string | undefined): boolean {
  return code !== undefined && words.has(code);
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function regions({ region, configuredRegion }: StoreAnswer): string {
  const actual = region !== undefined && /^[A-Za-z0-9-]{1,64}$/.test(region) ? region : 'another region';
  return `the bucket lies in ${actual}, and it was asked for in ${configuredRegion ?? 'the default region'}`;
}
