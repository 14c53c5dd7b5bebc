/** The embedded server cannot serve this folder or this machine. The message is for the operator and names the way out. */
export class EmbeddedUnavailable extends Error {
  override readonly name = 'EmbeddedUnavailable'
}

/** Says what stands in the way and, as every such message must, what helps whatever the reason is. */
export function unavailable(reason: string, cause?: unknown): EmbeddedUnavailable {
  return new EmbeddedUnavailable(
    `${reason} Or set DATABASE_URL to a PostgreSQL of your own, version 15 or newer.`,
    cause === undefined ? undefined : { cause },
  )
}
