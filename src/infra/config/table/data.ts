import { z } from 'zod'
import { keyHex, postgresUrl, type Setting } from './setting.ts'

/** The data of an installation and the keys that encrypt its secrets. */
export const dataSettings = {
  DATA_DIR: {
    is: z.string().min(1),
    fallback: './data',
    about: 'Folder for the database, media, keys and the outbox.',
  },
  DATABASE_URL: {
    is: postgresUrl.optional(),
    fallback: null,
    about:
      'URL of a PostgreSQL server, version 15 or newer. If unset, an embedded server in DATA_DIR is used, for a single machine.',
  },
  DATABASE_DIRECT_URL: {
    is: postgresUrl.optional(),
    fallback: null,
    about:
      'URL of the same database without the connection pooler, if DATABASE_URL goes through one. Migrations and the job queue use it.',
  },
  SECRET_KEY: {
    is: keyHex.optional(),
    fallback: null,
    about:
      'Key that encrypts stored secrets. The first start creates it in DATA_DIR; with DATABASE_URL it must be set. ' +
      'If it is lost, encrypted secrets cannot be recovered.',
  },
  SECRET_KEY_PREVIOUS: {
    is: z
      .string()
      .transform((value) => value.split(',').map((one) => one.trim()))
      .pipe(z.array(keyHex))
      .optional(),
    fallback: null,
    about: 'Comma-separated previous values of SECRET_KEY that older records may still be encrypted with.',
  },
} as const satisfies Record<string, Setting>
