import { z } from 'zod'
import { text } from '#infra/http/schemas.ts'

const exampleCode = '492039'
const exampleRecoveryCode = '7k2mh-9x0qd-c4vtn-w8bzr-3fp6j'

/** A code from the authenticator app, or a recovery code. */
export const mfaCode = text(1, 64).meta({ examples: [exampleCode] })

export const enrolmentStarted = z
  .strictObject({
    secret: z.string().meta({
      description: 'The secret, for an authenticator app that cannot read the QR code. It is shown only once.',
      examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    }),
    otpauthUrl: z.string().meta({ description: 'The URL that the QR code contains.' }),
    qrSvg: z.string().meta({ description: 'The QR code for the authenticator app, as an SVG image.' }),
  })
  .meta({ id: 'MfaEnrolment' })

export const verifyEnrolmentBody = z
  .strictObject({ code: mfaCode.meta({ description: 'The current six-digit code from the authenticator app.' }) })
  .meta({ id: 'VerifyMfaEnrolment', examples: [{ code: exampleCode }] })

const recoveryCodeList = z.array(z.string().meta({ examples: [exampleRecoveryCode] })).meta({
  description: 'The recovery codes. They are shown only once. Each one works once in place of a code.',
})

export const enrolled = z
  .strictObject({ enabled: z.literal(true), recoveryCodes: recoveryCodeList })
  .meta({ id: 'MfaEnabled' })

export const recoveryCodes = z.strictObject({ recoveryCodes: recoveryCodeList }).meta({ id: 'RecoveryCodes' })
