export interface HostileFile {
  readonly name: string
  /** The name that the client gives it. */
  readonly fileName: string
  /** The type that the client says it has. */
  readonly declared: string
  readonly bytes: Buffer
  /** Cleaned: taken, and none of `mustNotLeave` is in what is served. Either: it may also be refused. */
  readonly expect: 'refused' | 'cleaned' | 'either'
  readonly why: string
  readonly mustNotLeave: readonly string[]
}

export const refused = (name: string, fileName: string, declared: string, bytes: Buffer, why: string): HostileFile => ({
  name,
  fileName,
  declared,
  bytes,
  expect: 'refused',
  why,
  mustNotLeave: [],
})
