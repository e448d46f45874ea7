/**
 * Text that Kubernetes hands to the container unchanged, in `env[].value`, `args` and `command`. It replaces `$(NAME)`
 * by a variable's value, so `$(AWS_SECRET_ACCESS_KEY)` would print a Secret (T11), and it reads `$$` as one `$`: a run
 * of dollars, and a dollar before a parenthesis, are doubled; any other dollar stays as written.
 */
export function escapeExpansion(text: string): string {
  return text.replaceAll(/\${2,}|\$(?=\()/g, (dollars) => dollars + dollars);
}
