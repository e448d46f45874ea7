import type { JsonObject } from '../../documents/json.ts';
import { commonView, type AppContext } from './app-context.ts';

/** The headless Service by which peers find each other. */
export function internalServiceView(context: AppContext): JsonObject {
  return commonView(context);
}

/** The Service that routes point at. */
export function publicServiceView(context: AppContext): JsonObject {
  const { type, annotations } = context.app.spec.service;
  return { ...commonView(context), type, annotations: annotations ?? {} };
}
