export interface HostileFile {
  readonly name: string
  /** The file name that the client sends. */
  readonly fileName: string
  /** The type that the client declares. */
  readonly declared: string
  readonly bytes: Buffer
  /**
   * `cleaned`: the file is accepted, and none of `mustNotLeave` is in the served file. `either`: it may also be
   * refused.
   */
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
