import { z } from 'zod'
import { bytes } from '#infra/http/schemas.ts'

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
