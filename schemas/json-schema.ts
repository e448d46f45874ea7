/** Plain JSON data; the same shape as `documents/json.ts`, which this folder may not import. */
export type Json = string | number | boolean | null | JsonList | JsonMap;
export type JsonList = readonly Json[];
export interface JsonMap {
  readonly [key: string]: Json;
}

/** One CEL rule for the API server, as in a CustomResourceDefinition. */
export interface CelRule {
  readonly rule: string;
  readonly message: string;
  readonly reason: string;
  readonly fieldPath?: string;
}

/** The part of JSON Schema 2020-12 that `schemas/*.schema.json` use, with the extension keywords of README.md. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly $id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly default?: Json;
  readonly const?: Json;
  readonly enum?: JsonList;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly 'x-source'?: string;
  readonly 'x-immutable'?: boolean;
  readonly 'x-crd-default'?: boolean;
  readonly 'x-pattern-meaning'?: string;
  readonly 'x-size-meaning'?: string;
  readonly 'x-refused-fields'?: Readonly<Record<string, string>>;
  readonly 'x-kubernetes-validations'?: readonly CelRule[];
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
}
