/** Names of the variables that a Job's program reads; cmp renders them, hooks/ reads them. */
export const JOB_ENVIRONMENT = {
  /** The plan, as canonical JSON. DESIGN 3. */
  plan: 'FLEET_PLAN',
  jobName: 'JOB_NAME',
  jobUid: 'JOB_UID',
  podUid: 'POD_UID',
  /** `sidecar` where a mesh adds its proxy to the Job's pod, which then has to be told that the Job is over. */
  mesh: 'FLEET_MESH',
} as const;
