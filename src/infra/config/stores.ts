import type { Settings } from './table/settings.ts'

/** The stores of media and backups. */

export interface S3Settings {
  readonly bucket: string
  /** Null for Amazon S3. */
  readonly endpoint: string | null
  readonly region: string
  /** Null if the AWS SDK finds the machine's own credentials. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  readonly forcePathStyle: boolean
}

export interface BackupSettings {
  /** A folder, or `s3://BUCKET/PREFIX`. */
  readonly place: string
  readonly schedule: string
  readonly keep: number
}

/** Returns the schedule and location of backups, or null if there are no automatic backups. */
export const backupOf = ({
  BACKUP_TO: place,
  BACKUP_SCHEDULE: schedule,
  BACKUP_KEEP: keep,
}: Settings): BackupSettings | null => (place ? { place, schedule, keep } : null)

export function s3Of(values: Settings): S3Settings | null {
  const { S3_BUCKET: bucket } = values
  return bucket ? { bucket, ...mediaStoreOf(values) } : null
}

function mediaStoreOf(values: Settings): Omit<S3Settings, 'bucket'> {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  return {
    endpoint: values.S3_ENDPOINT ?? null,
    region: values.S3_REGION,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    forcePathStyle: values.S3_FORCE_PATH_STYLE === 'true',
  }
}

/** Returns the store for backups: a separate store with a separate key, or the media store. */
export function backupStoreOf(values: Settings): Omit<S3Settings, 'bucket'> {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = values
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  const media = mediaStoreOf(values)
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
  if (!endpoint && !credentials) return { ...media, region: region ?? media.region }
  return { ...media, endpoint: endpoint ?? null, region: region ?? media.region, credentials }
}
