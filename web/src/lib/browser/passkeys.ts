import type { Input, Result } from '@posthorn/sdk'

/**
 * Calls the browser's dialogs for passkeys, and converts their bytes to base64url and back. Safari 17 lacks the methods
 * that do this (`parseCreationOptionsFromJSON`, `toJSON`).
 */
export const canUsePasskeys = (): boolean => isSecureContext && 'PublicKeyCredential' in window

type CreationOptions = Result<'startPasskeyRegistration'>
type RequestOptions = Result<'startPasskeySignIn'>

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

function toText(bytes: ArrayBuffer): string {
  let letters = ''
  for (const byte of new Uint8Array(bytes)) letters += String.fromCharCode(byte)
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const ofName = (error: unknown, name: string): boolean => error instanceof DOMException && error.name === name

/** True if the page is not at the host that passkeys belong to. */
export const isWrongPlace = (error: unknown): boolean => ofName(error, 'SecurityError')

/** True if the authenticator has a passkey of this account already. */
export const isTwice = (error: unknown): boolean => ofName(error, 'InvalidStateError')

/** Returns the credential, or null if the person closed the dialog or let it expire. */
async function ask(dialog: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await dialog) as PublicKeyCredential | null
  } catch (error) {
    if (ofName(error, 'NotAllowedError') || ofName(error, 'AbortError')) return null
    throw error
  }
}

/** Lets the browser create a passkey. Null if the person closed its dialog. */
export async function createPasskey(options: CreationOptions): Promise<Input<'addPasskey'> | null> {
  const { challenge, user, excludeCredentials, ...rest } = options
  const credential = await ask(
    navigator.credentials.create({
      publicKey: {
        ...rest,
        challenge: toBytes(challenge),
        user: { ...user, id: toBytes(user.id) },
        excludeCredentials: excludeCredentials.map(({ id, type, transports }) => ({
          id: toBytes(id),
          type,
          transports: transports as AuthenticatorTransport[],
        })),
      },
    }),
  )
  if (!credential) return null
  const response = credential.response as AuthenticatorAttestationResponse
  const known = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
  return {
    id: toText(credential.rawId),
    clientDataJSON: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
    transports: response.getTransports().filter((one) => known.includes(one)) as NonNullable<
      Input<'addPasskey'>['transports']
    >,
  }
}

export type Assertion = Input<'finishPasskeySignIn'>['passkey']

/** Lets the person choose a passkey of this site. Null if they closed the dialog. */
export async function choosePasskey({ challenge, ...rest }: RequestOptions): Promise<Assertion | null> {
  const credential = await ask(navigator.credentials.get({ publicKey: { ...rest, challenge: toBytes(challenge) } }))
  if (!credential) return null
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    id: toText(credential.rawId),
    clientDataJSON: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    userHandle: response.userHandle ? toText(response.userHandle) : null,
  }
}
