export interface ApplicationState {
  readonly name: string;
}
