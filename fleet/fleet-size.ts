/** How many pods: a number, or bounds inside which KEDA decides. */
export type FleetSize =
  | { readonly mode: 'fixed'; readonly replicas: number }
  | { readonly mode: 'autoscaled'; readonly minReplicas: number; readonly maxReplicas: number };

/** The most pods that a plan allows. */
export function largestSize(size: FleetSize): number {
  return size.mode === 'fixed' ? size.replicas : size.maxReplicas;
}

/** The fewest pods that a plan allows: the fleet's floor. */
export function smallestSize(size: FleetSize): number {
  return size.mode === 'fixed' ? size.replicas : size.minReplicas;
}
