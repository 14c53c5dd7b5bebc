import { z } from 'zod'
import { type Setting, wholeNumber } from './setting.ts'

/** Publishing, outgoing webhooks and the sandbox. */
export const publishingSettings = {
  LATE_HOURS: {
    is: wholeNumber(1, 720),
    fallback: '24',
    about:
      'How many hours after its scheduled time a post can still be published, unless the post sets its own limit. A later post fails, and is not published until a user retries it.',
  },
  WEBHOOK_POLICY: {
    is: z.enum(['retry', 'once']),
    fallback: 'retry',
    about:
      'How outgoing webhooks are delivered. `retry`: the receiver has 10 seconds to answer, and five retries follow a failure, after 1, 5 and 30 minutes, 2 and 12 hours, all with the same id. `once`: the receiver has 5 seconds, nothing is retried, and each delivery has its own id.',
  },
  ALLOW_PRIVATE_WEBHOOKS: {
    is: z.enum(['true', 'false']),
    fallback: 'false',
    about:
      'Whether outgoing webhooks may use http, and private and loopback addresses. Addresses that give a cloud machine its credentials are always refused.',
  },
  SANDBOX: {
    is: z.enum(['auto', 'on', 'off']),
    fallback: 'auto',
    about:
      'Whether the sandbox stands in for the networks that you have not set up, so you can try everything without creating any accounts. `auto`: on if the database is embedded and HOST and PUBLIC_URL are loopback addresses.',
  },
  SANDBOX_PORT: {
    is: wholeNumber(0, 65_535),
    fallback: '4010',
    about: 'Port of the sandbox on 127.0.0.1. 0: any free port; this needs the API and the workers in one process.',
  },
} as const satisfies Record<string, Setting>
