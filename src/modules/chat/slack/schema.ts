import { z } from 'zod'
import { bytes, idOf } from '#infra/http/schemas.ts'

export const slackStatus = z
  .object({
    connected: z.boolean(),
    teamId: z
      .string()
      .optional()
      .meta({ description: 'The workspace by its id at Slack.', examples: ['T0123456789'] }),
    teamName: z
      .string()
      .optional()
      .meta({ examples: ['Harbour'] }),
    botUserId: z
      .string()
      .optional()
      .meta({ description: 'The user that Posthorn posts as.', examples: ['U0123456789'] }),
    installedAtMs: z.int().optional(),
    installerProfile: z
      .object({ uid: idOf('usr'), name: z.string() })
      .optional()
      .meta({ description: 'The person who installed the app in the workspace.' }),
  })
  .meta({ id: 'SlackStatus', description: 'The workspace of Slack to which you are linked.' })

export const slackInstall = z
  .object({
    authUrl: z.string().meta({
      description: 'Opens the consent page of Slack. Works once, for 10 minutes, in one browser.',
      examples: ['https://posthorn.example.com/v1/agent/chat-b/install/b2F1dGg'],
    }),
    expiresAtMs: z.int(),
  })
  .meta({ id: 'SlackInstall' })

export const slackCode = z
  .object({
    code: z.string().meta({ description: 'Works once, for 10 minutes.', examples: ['7KQ2XW4M9T'] }),
    command: z.string().meta({ description: 'What to type in Slack.', examples: ['/posthorn link 7KQ2XW4M9T'] }),
    expiresAtMs: z.int(),
  })
  .meta({ id: 'SlackLinkCode' })

export const disconnected = z.object({ ok: z.literal(true) }).meta({ id: 'SlackDisconnected' })

export const startPath = z.strictObject({ nonce: z.string().max(200) })

export const callbackQuery = z.looseObject({
  state: z.string().max(1_000).optional(),
  code: z.string().max(2_000).optional(),
  error: z.string().max(200).optional(),
})

export const page = { description: 'A page for the person.', content: { 'text/html': { schema: z.string() } } }

const nothing = z.literal('')

/** The bodies are read as bytes, because the signature covers the bytes. */
export const jsonBytes = bytes('An event of Slack, exactly as signed.')
export const formBytes = bytes('The form of Slack, exactly as signed.')

export const challengeAnswer = {
  description: 'Received. The body is empty, or the challenge of `url_verification`.',
  content: { 'text/plain': { schema: z.string() } },
}

export const acknowledged = {
  description: 'Received. The body is empty, or a sentence for the person.',
  content: { 'text/plain': { schema: z.string() } },
}

export const submissionAnswer = {
  description: 'Received. The body is empty, or has the errors of a modal.',
  content: {
    'text/plain': { schema: nothing },
    'application/json': {
      schema: z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
    },
  },
}
