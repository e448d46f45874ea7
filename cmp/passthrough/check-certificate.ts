import { isJsonArray, isJsonObject } from '../../documents/json.ts';
import type { JsonObject, JsonValue } from '../../documents/json.ts';
import type { Path } from '../../documents/path.ts';
import type { Finding } from '../finding.ts';
import { ANY } from '../platform/tenant.ts';
import type { Tenant } from '../platform/tenant.ts';
import { allowsHostname } from '../rules/tenant-traffic-rules.ts';
import type { GroupKind } from './cluster-scoped-kinds.ts';
import { isWritten } from './written.ts';

const HOSTNAME = /^(?:\*\.)?[a-z0-9](?:[-a-z0-9.]{0,250}[a-z0-9])?$/;

/**
 * Fields of a Certificate's spec that say nothing about whom it is for, and the two that are judged name by name. Not
 * here: literalSubject, subject, uris, ipAddresses, emailAddresses, otherNames, nameConstraints, and what a later
 * version adds. Source: cert-manager 1.21 deploy/crds.
 */
const PLAIN_FIELDS: readonly string[] = [
  'additionalOutputFormats',
  'commonName',
  'dnsNames',
  'duration',
  'encodeUsagesInRequest',
  'isCA',
  'issuerRef',
  'keystores',
  'privateKey',
  'renewBefore',
  'renewBeforePercentage',
  'renewal',
  'revisionHistoryLimit',
  'secretName',
  'secretTemplate',
  'signatureAlgorithm',
  'usages',
];

/** Usages of a key that signs other certificates. */
const AUTHORITY_USAGES: readonly JsonValue[] = ['cert sign', 'crl sign'];

interface CertificateContext extends GroupKind {
  readonly tenant: Tenant;
}

/** A certificate is asked for with the platform's issuer, so its names follow the tenant's host names (T8). */
export function checkCertificate(
  object: JsonObject,
  { group, kind, tenant }: CertificateContext,
): readonly Finding[] {
  const { spec } = object;
  if (group !== 'cert-manager.io' || kind !== 'Certificate' || !isJsonObject(spec)) return [];
  const identity = tenant.hostnames.includes(ANY) ? [] : checkIdentity(spec);
  return [...checkNames(spec, tenant), ...identity, ...checkAuthority(spec)];
}

function checkNames(spec: JsonObject, tenant: Tenant): readonly Finding[] {
  const places = [...placesOf(spec, 'dnsNames'), ...placesOf(spec, 'commonName')];
  return places
    .filter(({ name }) => !isAllowed(name, tenant.hostnames))
    .map(({ name, path }) => refusedName(name, path));
}

interface NamePlace {
  readonly name: JsonValue;
  readonly path: Path;
}

function placesOf(spec: JsonObject, field: string): readonly NamePlace[] {
  const value = spec[field];
  if (!isWritten(value)) return [];
  const path = ['spec', field];
  return isJsonArray(value)
    ? value.map((name, index) => ({ name, path: [...path, index] }))
    : [{ name: value, path }];
}

/** Only a host name can lie below another: `evil.example/CN=.team-a.example.com` ends in the suffix too. */
function isAllowed(name: JsonValue, hostnames: readonly string[]): boolean {
  if (typeof name !== 'string') return false;
  return hostnames.includes(ANY) || (HOSTNAME.test(name) && allowsHostname(hostnames, name));
}

function refusedName(name: JsonValue, path: Path): Finding {
  const shown = typeof name === 'string' && HOSTNAME.test(name) ? ` "${name}"` : '';
  return {
    code: 'TENANT_NOT_ALLOWED',
    path,
    message: `the name${shown} must be allowed by hostnames of this tenant in the platform file: it is not`,
    hint: 'delete the name, or ask the platform team to extend hostnames',
  };
}

/** Programs believe the other names of a certificate as much as its host names. */
function checkIdentity(spec: JsonObject): readonly Finding[] {
  return Object.keys(spec)
    .filter((field) => isWritten(spec[field]) && !PLAIN_FIELDS.includes(field))
    .map((field) => ({
      code: 'PASS_CERTIFICATE',
      path: ['spec', field],
      message: 'the field must be absent: a certificate of this tenant is for its host names alone',
      hint: 'delete it, and write dnsNames; only a tenant with "*" in hostnames may have other names',
      target: 'key',
    }));
}

/** An authority signs any name, whatever its own are. */
function checkAuthority({ isCA, usages }: JsonObject): readonly Finding[] {
  const signs = isJsonArray(usages) ? usages.map((usage) => AUTHORITY_USAGES.includes(usage)) : [];
  return [
    ...(isWritten(isCA) && isCA !== false ? [authority(['spec', 'isCA'])] : []),
    ...signs.flatMap((sign, index) => (sign ? [authority(['spec', 'usages', index])] : [])),
  ];
}

function authority(path: Path): Finding {
  return {
    code: 'PASS_CERTIFICATE',
    path,
    message: 'it must not ask for a certificate authority: that could sign any name',
    hint: 'delete it: the platform team keeps authorities',
  };
}
