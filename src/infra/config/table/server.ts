import { z } from 'zod'
import { origin, origins, proxies, type Setting, wholeNumber } from './setting.ts'

/** The service: where it listens, which clients it serves and how it logs. */
export const serverSettings = {
  HOST: {
    is: z.string().min(1),
    fallback: '127.0.0.1',
    about:
      'IP address to listen on. Any address other than loopback exposes the service to other machines, as does a ' +
      'public PUBLIC_URL.',
  },
  PORT: { is: wholeNumber(0, 65_535), fallback: '4000', about: 'Port of the HTTP API. 0 picks any free port.' },
  PUBLIC_URL: {
    is: origin.optional(),
    fallback: null,
    about:
      'URL at which users and networks reach this service. Default: `http://` with HOST and PORT. It is the issuer ' +
      'of identity tokens. A URL that is not on a loopback host means that others can reach the service through a ' +
      'reverse proxy or a tunnel. SIGN_UP then defaults to `invite`, the first account requires the setup code, ' +
      'and the sandbox is off.',
  },
  TRUST_PROXY: {
    is: proxies.optional(),
    fallback: null,
    about:
      'Proxies whose `X-Forwarded-For` header is trusted: `loopback`, or comma-separated addresses and ranges. If ' +
      'unset, the header is ignored.',
  },
  CORS_ORIGINS: {
    is: origins,
    fallback: '',
    about: 'Comma-separated origins of web pages that may call the API from a browser.',
  },
  RATE_LIMIT_PER_MINUTE: {
    is: wholeNumber(0, 1_000_000),
    fallback: '600',
    about:
      'Requests per minute for each user, across all their keys, sessions and connected apps, or (without ' +
      'credentials) for each IP address. 0 means no limit.',
  },
  CRON_SECRET: {
    is: z
      .string()
      .regex(/^[\x21-\x7e]{16,500}$/, 'must be 16 to 500 ASCII characters without spaces')
      .optional(),
    fallback: null,
    about:
      'Secret that an external scheduler sends as `x-cron-secret` to the few operations that accept it. If unset, no secret is accepted. The built-in crons do not need it.',
  },
  SCIM_TOKEN: {
    is: z
      .string()
      .regex(/^[A-Za-z0-9._~+/=-]{32,500}$/, 'must be 32 to 500 letters, digits and characters of . _ ~ + / = -')
      .optional(),
    fallback: null,
    about:
      'The bearer token with which a company’s directory (Okta, Microsoft Entra, …) creates, changes and disables ' +
      'accounts through SCIM 2.0 at `PUBLIC_URL/scim/v2`. Create one with `openssl rand -hex 32`. If unset, SCIM is off.',
  },
  WEB: {
    is: z.enum(['on', 'off']),
    fallback: 'on',
    about:
      'Whether this process serves the web app. `off` serves only the API and its documentation, and emails contain no links to pages.',
  },
  LOG_LEVEL: {
    is: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
    about: 'Minimum severity of logged messages.',
  },
} as const satisfies Record<string, Setting>
