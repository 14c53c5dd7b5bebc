import { z } from 'zod'
import { idOf, instant, nameText } from '#infra/http/schemas.ts'
import {
  assertion,
  bytesText,
  challenge,
  clientDataJSON,
  credentialId,
  exampleCredential,
  transport,
} from '../webauthn/schema.ts'

const exampleName = 'Work laptop'
const exampleHost = 'posts.example.com'
const host = z.string().meta({ description: 'The host that passkeys belong to.', examples: [exampleHost] })
const timeout = z.int().meta({ description: 'The time for the dialog, in milliseconds.', examples: [300000] })
const userVerification = z
  .literal('required')
  .meta({ description: 'The authenticator asks for a fingerprint, a face or a PIN.' })
const name = nameText(60).meta({ description: 'Your name for it.', examples: [exampleName] })

export const passkey = z
  .strictObject({
    id: idOf('pkey'),
    name: z.string().meta({ description: 'Your name for it.', examples: [exampleName] }),
    host: z.string().meta({
      description: 'The host that it was created for. After a move of the installation, it no longer works.',
      examples: [exampleHost],
    }),
    isBackedUp: z.boolean().meta({ description: 'True if a password manager syncs it to other devices.' }),
    createdAt: instant,
    lastUsedAt: instant.nullable().meta({ description: 'When it last signed you in, or proved a second factor.' }),
  })
  .meta({ id: 'Passkey' })

export const passkeyList = z
  .strictObject({
    passkeys: z.array(passkey).meta({ description: 'Oldest first.' }),
    isAvailable: z.boolean().meta({
      description: 'True if you can add one: PUBLIC_URL allows passkeys, and they aren’t replaced by company sign-in.',
    }),
    max: z.int().meta({ description: 'How many passkeys an account can have.', examples: [20] }),
  })
  .meta({ id: 'PasskeyList' })

export const passkeyParams = z.strictObject({ id: idOf('pkey') })

const keyType = z.literal('public-key').meta({ description: 'The type of credential.' })

const credentialRef = z.strictObject({
  id: z.string().meta({ description: 'The ID of the credential, as base64url.', examples: [exampleCredential] }),
  type: keyType,
  transports: z
    .array(z.string().meta({ examples: ['internal'] }))
    .meta({ description: 'How the browser reaches the authenticator.' }),
})

export const registrationOptions = z
  .strictObject({
    rp: z
      .strictObject({
        id: host,
        name: z.string().meta({ description: 'The name that dialogs show.', examples: ['Posthorn'] }),
      })
      .meta({ description: 'This installation.' }),
    user: z
      .strictObject({
        id: z.string().meta({
          description: 'The name of your account for authenticators, as base64url.',
          examples: ['AZrDkwJ1cXw3mRr8uJ1nEw'],
        }),
        name: z.string().meta({ description: 'Your email address.', examples: ['ada@example.com'] }),
        displayName: z.string().meta({ description: 'Your name.', examples: ['Ada'] }),
      })
      .meta({ description: 'Your account.' }),
    challenge,
    pubKeyCredParams: z
      .array(z.strictObject({ type: keyType, alg: z.int().meta({ description: 'The COSE algorithm.' }) }))
      .meta({ description: 'The accepted algorithms, best first.' }),
    timeout,
    attestation: z.literal('none').meta({ description: 'No certificate of the authenticator is requested.' }),
    authenticatorSelection: z
      .strictObject({
        residentKey: z.literal('required').meta({ description: 'The authenticator stores the account.' }),
        requireResidentKey: z.literal(true).meta({ description: 'The same, for older browsers.' }),
        userVerification,
      })
      .meta({ description: 'The requirements for the authenticator.' }),
    excludeCredentials: z.array(credentialRef).meta({ description: 'The passkeys that you have.' }),
  })
  .meta({
    id: 'PasskeyRegistrationOptions',
    description: 'The argument `publicKey` of `navigator.credentials.create`, with bytes as base64url.',
  })

export const addPasskeyBody = z
  .strictObject({
    name: name.optional().meta({ description: 'If omitted, the name of the password manager, or Passkey.' }),
    id: credentialId.meta({ description: 'The ID of the credential.' }),
    clientDataJSON,
    attestationObject: bytesText(12_000, 'o2NmbXRkbm9uZQ').meta({ description: '`response.attestationObject`.' }),
    transports: z.array(transport).max(10).optional().meta({ description: 'From `response.getTransports()`.' }),
  })
  .meta({
    id: 'AddPasskey',
    examples: [
      {
        id: exampleCredential,
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
        attestationObject: 'o2NmbXRkbm9uZQ',
      },
    ],
  })

export const renamePasskeyBody = z
  .strictObject({ name })
  .meta({ id: 'RenamePasskey', examples: [{ name: exampleName }] })

export const signInOptions = z
  .strictObject({
    challenge,
    rpId: host,
    timeout,
    userVerification,
  })
  .meta({
    id: 'PasskeySignInOptions',
    description: 'The argument `publicKey` of `navigator.credentials.get`, with bytes as base64url.',
  })

export const finishBody = z.strictObject({ passkey: assertion }).meta({ id: 'FinishPasskeySignIn' })

export type AddPasskeyInput = z.output<typeof addPasskeyBody>
