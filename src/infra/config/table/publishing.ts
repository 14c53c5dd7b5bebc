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
      'How outgoing webhooks are delivered. `retry`: the receiver has 10 seconds to respond. A failed delivery is ' +
      'retried five times, after 1, 5 and 30 minutes, 2 and 12 hours, with the same ID. `once`: the receiver has 5 ' +
      'seconds, nothing is retried, and each delivery has its own ID.',
  },
  ALLOW_PRIVATE_WEBHOOKS: {
    is: z.enum(['true', 'false']),
    fallback: 'false',
    about:
      'Whether outgoing webhooks may use HTTP and private or loopback addresses. Cloud metadata addresses are ' +
      'always refused.',
  },
  SANDBOX: {
    is: z.enum(['auto', 'on', 'off']),
    fallback: 'auto',
    about:
      'Whether the sandbox simulates the networks that you have not set up, so you can try everything without ' +
      'creating any accounts. `auto`: on if the database is embedded and HOST and PUBLIC_URL are loopback addresses.',
  },
  SANDBOX_PORT: {
    is: wholeNumber(0, 65_535),
    fallback: '4010',
    about:
      'Port of the sandbox on 127.0.0.1. 0 picks any free port and requires the API and the workers in one ' +
      'process.',
  },
} as const satisfies Record<string, Setting>
