declare global {
  /**
   * Set `closedEnums: true` by declaration merging if your program and the service have the same version: types of
   * responses then have only the values that this version knows.
   */
  interface PosthornTypes {}
}

/**
 * A value that this version of the client does not know: enumerations in responses may gain values. In a union it
 * keeps the known values, so that editors complete them.
 */
export type Unknown = PosthornTypes extends { closedEnums: true } ? never : string & Record<never, never>
