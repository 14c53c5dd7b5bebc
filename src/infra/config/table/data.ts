import { z } from 'zod'
import { keyHex, postgresUrl, type Setting } from './setting.ts'

/** The data of an installation, and the keys that seal its secrets. */
export const dataSettings = {
  DATA_DIR: {
    is: z.string().min(1),
    fallback: './data',
    about: 'Folder for the database, media, keys and the outbox.',
  },
  DATABASE_URL: {
    is: postgresUrl.optional(),
    fallback: null,
    about: 'URL of a PostgreSQL 15 or newer. Unset: an embedded one in DATA_DIR, for one machine.',
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
      'Key that encrypts stored secrets. The first start creates it in DATA_DIR; with DATABASE_URL it must be set. If it is lost, sealed secrets cannot be read again.',
  },
  SECRET_KEY_PREVIOUS: {
    is: z
      .string()
      .transform((value) => value.split(',').map((one) => one.trim()))
      .pipe(z.array(keyHex))
      .optional(),
    fallback: null,
    about: 'Former values of SECRET_KEY, separated by commas, with which old records may still be sealed.',
  },
} as const satisfies Record<string, Setting>
