/** Thrown with all errors in the settings at once, each with its fix. */
export class SettingsFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(
      `The settings have ${faults.length === 1 ? 'an error' : `${faults.length} errors`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    )
    this.faults = faults
  }
}
