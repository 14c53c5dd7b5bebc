import { z } from 'zod'

const exampleChallenge = 'Jt0m3Wq8bKxN5yVdRf2LsZ7hCgUaPe9oTiXw4nMkQrE'
export const exampleCredential = 'q7Vb1cXw3mRr8uJ1nE5sL9aZdF6hGpKxTqWvCyoBfYk'

/** Bytes as base64url without padding, as `PublicKeyCredential.toJSON()` writes them. */
export const bytesText = (most: number, example: string) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url without padding')
    .meta({ examples: [example] })

export const clientDataJSON = bytesText(8_000, 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0').meta({
  description: 'The browser’s description of the request: `response.clientDataJSON`.',
})
export const credentialId = bytesText(1_364, exampleCredential)

/** The response of `navigator.credentials.get`. */
export const assertion = z
  .strictObject({
    id: credentialId.meta({ description: 'The ID of the credential.' }),
    clientDataJSON,
    authenticatorData: bytesText(4_000, 'SZYN5YgOjGh0NBcPZHZgW4').meta({
      description: '`response.authenticatorData`.',
    }),
    signature: bytesText(2_000, 'MEUCIQDx4bQ').meta({ description: '`response.signature`.' }),
    userHandle: bytesText(100, 'AZrDkw').nullable().optional().meta({ description: '`response.userHandle`.' }),
  })
  .meta({
    id: 'PasskeyAssertion',
    description: 'A signature by a passkey. Bytes are base64url, as in `PublicKeyCredential.toJSON()`.',
  })

export type Assertion = z.output<typeof assertion>

export const challenge = z.string().meta({ description: 'Works once, within 5 minutes.', examples: [exampleChallenge] })

export const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
