/** What a node's internal listener answered to `GET /state`, before anything is believed of it. */
export interface StateAnswer {
  readonly status: number;
  /** The header as sent; absent where there was none. */
  readonly contentType?: string;
  readonly body: string;
}
