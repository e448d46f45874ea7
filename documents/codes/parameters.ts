import type { CodeTable } from './code-table.ts';

/** Plugin parameters and what Argo CD passes in the environment. */
export const PARAMETER_CODES = {
  PARAMETERS_NOT_JSON: {
    meaning: 'ARGOCD_APP_PARAMETERS is not a JSON list of parameters',
    remedy:
      'Set parameters under spec.source.plugin.parameters of the Application and let Argo CD write the variable',
  },
  PARAMETER_UNKNOWN: {
    meaning: 'A plugin parameter has a name that this plugin does not know',
    remedy: 'Use a name of the parameter table, or delete the parameter',
  },
  PARAMETER_TWICE: {
    meaning: 'A plugin parameter is set more than once',
    remedy: 'Keep one entry a name',
  },
  PARAMETER_FORM: {
    meaning: 'A plugin parameter has the wrong form, such as a string where a list is needed',
    remedy: 'Write the form that the parameter table names: string, array or map',
  },
  PARAMETER_VALUE: {
    meaning: 'The value of a plugin parameter does not match its pattern',
    remedy: 'Write a value as the parameter table describes it. The value itself is never shown',
  },
  PARAMETER_NOT_OPEN: {
    meaning: 'The platform file does not let an Application set this plugin parameter',
    remedy: 'Delete the parameter, or ask the platform team to add it to openParameters',
  },
  PARAMETER_NEEDS_MAP: {
    meaning:
      'A parameter about one WorkerApp is a plain string, but the folder does not hold exactly one WorkerApp',
    remedy: 'Write a map with the WorkerApp’s name as key',
  },
  APP_UNRESOLVED: {
    meaning:
      'The generator could not read what this WorkerApp needs from outside git and says so in the parameter unresolved',
    remedy: 'Mend what the reason names. Everything live stays as it is until then',
  },
  APP_VERSION_MISSING: {
    meaning: 'spec.appVersion is auto, but no parameter appVersion names a version for this WorkerApp',
    remedy: 'Use the ApplicationSet with the plugin generator, or write the version in spec.appVersion',
  },
  DESTINATION_MISSING: {
    meaning: 'ARGOCD_APP_NAMESPACE, the namespace of the destination, is empty or absent',
    remedy: 'Set spec.destination.namespace of the Application',
  },
  DESTINATION_INVALID: {
    meaning: 'ARGOCD_APP_NAMESPACE or ARGOCD_APP_PROJECT_NAME is not a valid name',
    remedy: 'Correct spec.destination.namespace or spec.project of the Application',
  },
} as const satisfies CodeTable;
