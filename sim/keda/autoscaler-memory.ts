/** What the HPA controller remembers of one autoscaler; gone when the object is. facts/scaling.md 1.3. */
export interface AutoscalerMemory {
  /** Sizes that it would have chosen, within its stabilization window. */
  readonly recommendations: readonly { readonly at: number; readonly size: number }[];
  /** When it last made the target smaller. */
  readonly shrunkAt: number;
}
