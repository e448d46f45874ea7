export type HttpFailureReason =
  'refused' | 'reset' | 'timeout' | 'unreachable' | 'too-large' | 'not-http' | 'untrusted';

const REASONS: Readonly<Record<string, HttpFailureReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  // The connection ended inside the headers or the body.
  HPE_INVALID_EOF_STATE: 'reset',
};

/** Why an exchange failed, by the code of Node's error; what is not known counts as unreachable. */
export function failureReason(error: Error): HttpFailureReason {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = REASONS[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return 'not-http';
  return isCertificateCode(code) ? 'untrusted' : 'unreachable';
}

/** OpenSSL's verdicts on a certificate have no prefix of their own. */
function isCertificateCode(code: string): boolean {
  return /CERT|SIGNATURE|^ERR_(TLS|SSL)_|^EPROTO$/.test(code);
}
