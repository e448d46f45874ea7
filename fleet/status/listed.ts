/** What a list gave: the objects, or that the cluster has no such kind, or that it could not be read. */
export type Listed<T> =
  | { readonly kind: 'listed'; readonly items: readonly T[] }
  | { readonly kind: 'not-served' }
  | { readonly kind: 'unknown'; readonly reason: string };
