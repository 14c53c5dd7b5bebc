/** The part of the library that is used, so that checks of types pass in a checkout that has not installed it yet. */
declare module '@simplewebauthn/server' {
  interface Expected {
    readonly expectedChallenge: string
    readonly expectedOrigin: string
    readonly expectedRPID: string
    readonly requireUserVerification: boolean
  }
  interface Response<Parts> {
    readonly id: string
    readonly rawId: string
    readonly type: 'public-key'
    readonly clientExtensionResults: object
    readonly response: Parts
  }
  function verifyRegistrationResponse(
    options: Expected & {
      readonly response: Response<{ readonly clientDataJSON: string; readonly attestationObject: string }>
      readonly supportedAlgorithmIDs: readonly number[]
    },
  ): Promise<
    | { readonly verified: false; readonly registrationInfo?: never }
    | {
        readonly verified: true
        readonly registrationInfo: {
          readonly aaguid: string
          readonly credentialBackedUp: boolean
          readonly credential: { readonly id: string; readonly publicKey: Uint8Array; readonly counter: number }
        }
      }
  >
  function verifyAuthenticationResponse(
    options: Expected & {
      readonly response: Response<{
        readonly clientDataJSON: string
        readonly authenticatorData: string
        readonly signature: string
      }>
      readonly credential: { readonly id: string; readonly publicKey: Uint8Array; readonly counter: number }
    },
  ): Promise<{
    readonly verified: boolean
    readonly authenticationInfo: { readonly newCounter: number; readonly credentialBackedUp: boolean }
  }>
}

declare module '@simplewebauthn/server/helpers' {
  interface Statement {
    get(key: string): unknown
  }
  function decodeAttestationObject(bytes: Uint8Array): {
    get(key: 'fmt'): string
    get(key: 'authData'): Uint8Array
    get(key: 'attStmt'): Statement
  }
}
