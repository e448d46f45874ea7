import picomatch from 'picomatch';

type NameTest = (name: string) => boolean;
type Part = NameTest | '**';

/**
 * A test of relative POSIX paths by a glob of `*`, `?` and whole `**` segments. Each segment is matched on its own: in
 * one regular expression, a segment that fails would try every way in which those before it match. `x/**` is what is in `x`, and not a file of that name.
 */
export function createGlobMatcher(glob: string): (path: string) => boolean {
  const parts = glob
    .split('/')
    .map((segment): Part => (segment === '**' ? segment : createNameTest(segment)));
  return (path) => matchParts(parts, path.split('/'));
}

function matchParts([part, ...parts]: readonly Part[], names: readonly string[]): boolean {
  const [name, ...rest] = names;
  if (part === undefined || name === undefined) return part === name;
  if (part !== '**') return part(name) && matchParts(parts, rest);
  if (parts.length > 0 && matchParts(parts, names)) return true;
  return (
    !name.startsWith('.') && (rest.length === 0 ? parts.length === 0 : matchParts([part, ...parts], rest))
  );
}

/** What follows the last star has one place only; looked at first, it spares the regular expression the search for it. */
function createNameTest(segment: string): NameTest {
  const test = picomatch(segment, { nobrace: true, noextglob: true, nonegate: true });
  const star = segment.lastIndexOf('*');
  const tail = segment.slice(star + 1);
  return star === -1 ? (name) => test(name) : (name) => endsLike(name, tail) && test(name);
}

function endsLike(name: string, tail: string): boolean {
  const start = name.length - tail.length;
  if (start < 0) return false;
  for (let at = 0; at < tail.length; at += 1) {
    if (tail[at] !== '?' && tail[at] !== name[start + at]) return false;
  }
  return true;
}
