/**
 * Thrown if the embedded server cannot run in this folder or on this machine. The message is for the operator and names
 * a remedy.
 */
export class EmbeddedUnavailable extends Error {
  override readonly name = 'EmbeddedUnavailable'
}

/** Creates the error. Its message ends with the remedy that always works: using a separate PostgreSQL server. */
export function unavailable(reason: string, cause?: unknown): EmbeddedUnavailable {
  return new EmbeddedUnavailable(
    `${reason} Or set DATABASE_URL to your own PostgreSQL server, version 15 or newer.`,
    cause === undefined ? undefined : { cause },
  )
}
