// A relative path, since tests also load these words in Node, where `#rules` is no alias of this workspace.
import { refusals } from '../../../../rules/languages/es/refusals.ts'
import { type CauseWords, verdictsOf } from '../verdicts-by-code.ts'
import { failures } from './failures.ts'
import { faultWords } from './faults.ts'

/** Findings of the check of a post, by code. */
const issues: Readonly<Record<string, string>> = {
  text_missing: 'La publicación no tiene texto, imagen ni video.',
  text_not_used: 'Este tipo de publicación no muestra texto. Se omitirá.',
  signs_not_allowed: 'El título o el texto tienen un carácter que la red no permite.',
  text_too_long: 'El texto supera la longitud que permite la red.',
  format_not_supported: 'La red no admite este tipo de publicación.',
  thread_too_long: 'El hilo tiene más partes de las permitidas.',
  cashtags_too_many: 'El texto tiene más cashtags ($ABC) de los que la red permite a la mayoría de las apps.',
  hashtags_too_many: 'El texto tiene más hashtags de los que permite la red.',
  mentions_too_many: 'El texto menciona más cuentas de las que la red permite en una publicación.',
  mention_stays_plain: 'Un nombre mencionado no tiene cuenta en la red. Allí queda como texto normal.',
  links_too_many: 'El texto tiene más enlaces de los que la red permite en una publicación.',
  media_required: 'La red exige una imagen o un video.',
  media_too_many: 'La publicación tiene más imágenes o videos de los que permite la red.',
  media_mixed: 'La red no permite imágenes y videos en la misma publicación.',
  media_type_not_supported: 'La red no acepta archivos de este tipo.',
  image_cannot_be_fitted: 'La imagen incumple una norma de la red y no se puede adaptar.',
  view_not_supported: 'Solo se pueden recortar, girar o enmarcar las imágenes fijas.',
  view_too_small: 'La parte de la imagen es más estrecha de lo que muestra la red.',
  image_will_be_fitted: 'La red recibirá una copia reducida o convertida de la imagen. El original no cambia.',
  image_animated: 'La red no acepta imágenes animadas.',
  video_too_large: 'El archivo de video supera el tamaño que permite la red.',
  video_too_long: 'El video dura más de lo que permite la red.',
  video_too_short: 'El video dura menos de lo que exige la red.',
  video_too_many_pixels: 'El video tiene más píxeles de los que permite la red.',
  video_too_many_frames: 'La animación tiene más fotogramas de los que permite la red.',
  video_frame_rate: 'La red no permite la frecuencia de fotogramas de este video.',
  video_dimensions: 'El video es más estrecho, más bajo o más ancho de lo que permite la red.',
  video_shape: 'La red no permite la proporción de este video.',
  video_may_stay_draft: 'La red puede guardar el video como borrador, que habría que publicar allí.',
  audio_too_large: 'El audio supera el tamaño que permite la red.',
  document_too_large: 'El documento supera el tamaño que permite la red.',
  document_too_many_pages: 'El documento tiene más páginas de las que permite la red.',
  alt_text_missing: 'A una imagen o un video le falta el texto alternativo.',
  alt_text_not_used: 'La red no admite texto alternativo. Se omitirá.',
  alt_text_too_long: 'El texto alternativo supera la longitud que permite la red.',
  first_comment_not_supported: 'La red no admite un primer comentario.',
  language_unknown: 'El idioma no es un código como es o pt-BR.',
  title_missing: 'La red exige un título para este tipo de publicación.',
  title_too_long: 'El título supera la longitud que permite la red.',
  link_too_long: 'El enlace supera la longitud que permite la red.',
  link_missing: 'Este tipo de publicación necesita un enlace.',
  title_not_used: 'La red no admite títulos. Se omitirá.',
  quota_expected: 'A esa hora el límite de la red estará agotado. Se publicaría más tarde.',
  same_post: 'La misma publicación ya está programada o publicada en esta cuenta.',
  approval_left_to_owner:
    'En un paso de la aprobación solo puede decidir la persona propietaria. Añade a alguien en los ajustes.',
  approval_impossible: 'En un paso de la aprobación no puede decidir nadie. Añade a alguien en los ajustes.',
  similar_post: 'Una publicación con un texto casi igual ya está programada o publicada en esta cuenta.',
  setting_missing: 'La red exige un dato que solo tú puedes dar.',
  scope_missing: 'A la cuenta le falta un permiso que esta publicación necesita. Vuelve a conectarla.',
  settings_invalid: 'Una opción de esta red no es válida.',
}

/** Reasons why an account must be connected again, by code. */
export const losses: Readonly<Record<string, string>> = {
  account_blocked: 'La red bloqueó o restringió esta cuenta. Resuélvelo allí y vuelve a conectarla.',
  account_gone: 'La red ya no encuentra esta cuenta. Compruébalo allí y vuelve a conectarla.',
  consent_revoked: 'El acceso se revocó en la red. Vuelve a conectar la cuenta para seguir publicando.',
  data_deleted: 'La red pidió eliminar los datos de esta cuenta.',
  grant_expired: 'El acceso ha caducado y no se puede renovar. Vuelve a conectar la cuenta.',
  key_lost: 'Se perdió la clave de este acceso. Vuelve a conectar la cuenta.',
  mode_changed: 'La administración cambió el modo de la red. Vuelve a conectar la cuenta.',
  network_off: 'Esta red ya no está disponible en esta instalación.',
  page_left_out: 'La última vez no se eligió esta página. Vuelve a conectar e inclúyela.',
  permission_missing: 'Al acceso le falta un permiso. Vuelve a conectar la cuenta y concede todos los permisos.',
  sandbox_off: 'Es una cuenta del sandbox, y aquí el sandbox está desactivado. Conecta una cuenta real.',
  sign_in_refused: 'La red ya no acepta el acceso de esta cuenta. Vuelve a conectarla.',
}

/** Reasons why a network or an account is left alone, or why a call is made again, by code. */
export const rests: Readonly<Record<string, string>> = {
  access_unavailable: 'No se pudo renovar el acceso a esta cuenta, o la red aún no lo conoce.',
  account_limit: 'La cuenta alcanzó un límite de la red.',
  address_moved:
    'La red redirige las solicitudes, así que su dirección cambió. El administrador del servidor debe actualizarla.',
  api_off: 'La API no está activada para la app en la red. Solo se puede activar en su consola.',
  app_accounts_full: 'Hoy no pueden publicar más cuentas con la app de esta instalación.',
  app_credits_used: 'El saldo de la app en la red se agotó o se alcanzó su límite de gasto.',
  app_limit: 'La app de esta instalación alcanzó un límite de la red.',
  app_not_allowed: 'La red no lo permite a la app. Revisa allí sus productos, sus permisos y su plan.',
  app_on_trial: 'La app solo tiene acceso de prueba en la red. Solicita allí el acceso completo.',
  app_plan_used: 'El plan de la app en la red no incluye más publicaciones este mes.',
  app_refused: 'La red no acepta la app de esta instalación.',
  app_unknown: 'La red no conoce la app o su secreto no es correcto. Revisa la configuración de la app.',
  callback_unknown: 'La red no conoce la URL de retorno de esta instalación. Añádela allí, en la app.',
  drafts_full: 'La bandeja de la cuenta tiene todos los borradores que permite la red.',
  file_unready: 'La red aún está procesando un archivo.',
  internal_fault: 'Posthorn cometió un error y lo intentará de nuevo enseguida.',
  interrupted: 'El servidor se detuvo varias veces. Posthorn lo intentará más tarde.',
  network_lost_it: 'La red perdió lo que ya tenía. Posthorn lo enviará de nuevo.',
  network_trouble: 'La red tiene un problema en este momento.',
  network_unreachable: 'No se pudo contactar con la red. No se envió nada.',
  node_limit: 'La dirección de este servidor alcanzó un límite de la red.',
  not_shown_yet: 'La red aún no muestra la nueva publicación en todas partes.',
  pictures_busy: 'Se están convirtiendo muchas imágenes. Continúa en unos segundos.',
  version_ended: 'La red ya no admite esta versión de su API. Hay que actualizar Posthorn.',
}

/** Reasons to wait, by code. `said`: the service's own words, in English. `cause`: the Spanish sentence of its code. */
export const waits: CauseWords = {
  media: () => 'A la publicación le falta un archivo. Quítalo o súbelo de nuevo.',
  window: () => 'Saldría después de su hora límite. Elige otra hora.',
  paused: () => 'Esta red está en pausa aquí.',
  account_rests: (_, cause = 'La cuenta alcanzó un límite de la red.') => `Esta cuenta está en espera. ${cause}`,
  network_rests: (_, cause = 'Tiene un problema en este momento.') =>
    `Posthorn deja de contactar con esta red por un tiempo. ${cause}`,
  earlier_posts: () => 'Primero salen otras publicaciones de esta cuenta.',
  catching_up: () => 'Le tocaba durante una caída. Las publicaciones atrasadas de una cuenta salen cada minuto.',
  retry: (said, cause) =>
    cause === undefined
      ? `El último intento falló y pronto habrá otro. La causa: ${said}`
      : `${cause} Pronto habrá otro intento.`,
  account: () => 'Perdimos el acceso a la cuenta. Vuelve a conectarla.',
  approval: () => 'La publicación espera a que la aprueben suficientes personas.',
  quota: () => 'El límite de la red estará agotado entonces.',
  network_works: () => 'La red tiene la publicación y aún la está procesando.',
  answer_missing: () => 'Se perdió la respuesta de la red. Posthorn la busca allí antes de enviarla de nuevo.',
}

export const verdicts = verdictsOf({
  issues,
  failures,
  losses,
  rests,
  waits,
  refusals,
  faults: faultWords,
  // Where the network gave a reason, its own words say more than ours.
  withReason: (known, reason) => `${known} La red dice: “${reason}”`,
  named: (field, fault) => `${field}: ${fault}`,
})
