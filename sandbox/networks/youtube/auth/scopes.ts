const base = 'https://www.googleapis.com/auth/'

/** The scopes, which are URLs. */
const upload = `${base}youtube.upload`
const manage = `${base}youtube`
export const forceSsl = `${base}youtube.force-ssl`
const readonly = `${base}youtube.readonly`

export const scopeTitles: Readonly<Record<string, string>> = {
  [upload]: 'Manage your YouTube videos',
  [manage]: 'Manage your YouTube account',
  [forceSsl]: 'See, edit, and permanently delete your YouTube videos, ratings, comments and captions',
  [readonly]: 'View your YouTube account',
}

/** The scopes that each kind of call accepts. Upload access alone does not include reading. */
export const forReading = [manage, forceSsl, readonly]
export const forWriting = [manage, forceSsl]
export const forUploading = [upload, manage, forceSsl]
