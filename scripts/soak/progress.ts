const EVERY_MS = 15_000;

/** Tells now and then how far something is. */
export class Progress {
  private readonly startedAt = performance.now();
  private toldAt = this.startedAt;

  tell(text: () => string): void {
    const now = performance.now();
    if (now - this.toldAt < EVERY_MS) return;
    this.toldAt = now;
    console.log(`  ${text()}`);
  }

  get seconds(): number {
    return Math.round((performance.now() - this.startedAt) / 1000);
  }

  rate(count: number): string {
    return ((count * 1000) / (performance.now() - this.startedAt)).toFixed(1);
  }
}
