/** Where a celld container finds its files; everything else of its root is read-only. facts/operators.md A3. */
export const PATHS = {
  /** CELLD_WATCH: SQLite files, follower log fragments. */
  watch: '/var/lib/celld',
  /** Asset cache, and HOME. */
  tmp: '/tmp',
  /** The vars Secret, celld before 0.5. */
  vars: '/etc/celld/vars',
} as const;

/** The one key of the vars Secret that celld reads. */
export const VARS_KEY = 'vars.env';
