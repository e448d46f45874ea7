import { isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { ANNOTATIONS, fleetLabels } from '../../fleet/labels.ts';
import { commonView, type AppContext } from './app-context.ts';

/**
 * The WorkerApp itself, with every default filled in as the API server would: a normal object that carries the plan,
 * so that a change of hooks alone is still drift (DESIGN D5). Plan hash and omitted objects are stamped on afterwards.
 */
export function workerAppView(context: AppContext): JsonObject {
  const { metadata, spec } = context.app;
  return {
    ...commonView(context),
    app: metadata.name,
    labels: { ...metadata.labels, ...fleetLabels(metadata.name) },
    annotations: { ...metadata.annotations, [ANNOTATIONS.appVersion]: context.appVersion },
    spec: plain(spec),
  };
}

/** The generated types have optional members; as data they are plain JSON. */
function plain(value: object): JsonObject {
  const data = JSON.parse(JSON.stringify(value)) as JsonValue;
  return isJsonObject(data) ? data : {};
}
