/**
 * What the kubelet does to `env[].value`, `args` and `command`: `$(NAME)` becomes the variable's value where there is
 * such a variable, `$$` becomes `$`, and everything else stays. Written from the API's documentation of these fields.
 */
export function expandVariables(text: string, variables: Readonly<Record<string, string>>): string {
  let expanded = '';
  for (let at = 0; at < text.length; at += 1) {
    const next = text[at + 1];
    const close = text.indexOf(')', at + 2);
    if (text[at] !== '$' || next === undefined) expanded += text.charAt(at);
    else if (next === '$') {
      expanded += '$';
      at += 1;
    } else if (next === '(' && close >= 0) {
      const name = text.slice(at + 2, close);
      expanded += variables[name] ?? `$(${name})`;
      at = close;
    } else {
      expanded += `$${next}`;
      at += 1;
    }
  }
  return expanded;
}
