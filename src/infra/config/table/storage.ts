import { z } from 'zod'
import { cronSchedule, keyHex, origin, postgresUrl, type Setting, wholeNumber } from './setting.ts'

/** Storage for media and backups. */
export const storageSettings = {
  S3_BUCKET: {
    is: z.string().min(1).optional(),
    fallback: null,
    about:
      'Bucket for media in an S3-compatible store. Default: media is stored in DATA_DIR/media. The other S3 ' +
      'settings require this one.',
  },
  S3_ENDPOINT: {
    is: origin.optional(),
    fallback: null,
    about: 'URL at which this service and uploading clients reach the store. Default: Amazon S3 in S3_REGION.',
  },
  S3_REGION: { is: z.string().min(1), fallback: 'us-east-1', about: 'Region of the bucket.' },
  S3_ACCESS_KEY_ID: {
    is: z.string().min(1).optional(),
    fallback: null,
    about: "Access key for the store. If unset, the AWS SDK's default credentials are used.",
    isStorable: true,
  },
  S3_SECRET_ACCESS_KEY: {
    is: z.string().min(1).optional(),
    fallback: null,
    about: 'Secret for that access key.',
    isStorable: true,
  },
  S3_FORCE_PATH_STYLE: {
    is: z.enum(['true', 'false']),
    fallback: 'false',
    about:
      'If `true`, requests name the bucket in the path instead of the host. Most stores other than Amazon S3 ' +
      'need this.',
  },
  BACKUP_TO: {
    is: z.string().min(1).optional(),
    fallback: null,
    about:
      'Where automatic backups are stored: a folder that every worker can access, or `s3://BUCKET/PREFIX`. If unset, no automatic backups are made. Use a separate location for each installation.',
  },
  BACKUP_SCHEDULE: {
    is: cronSchedule,
    fallback: '23 1 * * *',
    about: 'When to make backups, as a cron expression in UTC. An alert is raised if a backup is overdue.',
  },
  BACKUP_KEEP: {
    is: wholeNumber(1, 1_000),
    fallback: '14',
    about: 'Number of complete backups to keep in BACKUP_TO. Older ones are removed after each new one.',
  },
  BACKUP_S3_ENDPOINT: {
    is: origin.optional(),
    fallback: null,
    about:
      'URL of the store for `s3://` backups. If both this and BACKUP_S3_ACCESS_KEY_ID are unset, the S3 settings ' +
      'for media are used.',
  },
  BACKUP_S3_REGION: { is: z.string().min(1).optional(), fallback: null, about: 'Region of that bucket.' },
  BACKUP_S3_ACCESS_KEY_ID: {
    is: z.string().min(1).optional(),
    fallback: null,
    about: 'Access key for that store. A separate key protects backups from anyone who obtains the media key.',
  },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    is: z.string().min(1).optional(),
    fallback: null,
    about: 'Secret for that access key.',
  },
} as const satisfies Record<string, Setting>

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
