import { z } from 'zod'
import { text } from '#infra/http/schemas.ts'

const exampleCode = '492039'
const exampleRecoveryCode = '7k2mh-9x0qd-c4vtn-w8bzr-3fp6j'

/** A code from the authenticator app, or a recovery code. */
export const mfaCode = text(1, 64).meta({ examples: [exampleCode] })

/** Headers of each route that requires a second factor. See `requireSecondFactor`. */
export const mfaCodeHeaders = z.looseObject({
  'x-mfa-code': text(0, 64)
    .optional()
    .meta({ description: 'A code of your authenticator app, or a recovery code. Each is good once.' }),
})

export const enrolmentStarted = z
  .strictObject({
    secret: z.string().meta({
      description: 'To be typed into an authenticator app that cannot read the picture. Shown this once.',
      examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    }),
    otpauthUrl: z.string().meta({ description: 'What the picture says.' }),
    qrSvg: z.string().meta({ description: 'The QR code as an SVG picture, to be read by an authenticator app.' }),
  })
  .meta({ id: 'MfaEnrolment' })

export const verifyEnrolmentBody = z
  .strictObject({ code: mfaCode.meta({ description: 'Six digits that the authenticator app shows now.' }) })
  .meta({ id: 'VerifyMfaEnrolment', examples: [{ code: exampleCode }] })

const recoveryCodeList = z.array(z.string().meta({ examples: [exampleRecoveryCode] })).meta({
  description: 'Shown this once. Each is good for one use wherever a code is asked.',
})

export const enrolled = z
  .strictObject({ enabled: z.literal(true), recoveryCodes: recoveryCodeList })
  .meta({ id: 'MfaEnabled' })

export const recoveryCodes = z.strictObject({ recoveryCodes: recoveryCodeList }).meta({ id: 'RecoveryCodes' })
