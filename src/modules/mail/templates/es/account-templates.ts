import { composeParts } from '../compose.ts'

const hello = 'Hola, {{name}}:'
const hasAccount = 'Recibes este correo porque tienes una cuenta de Posthorn.'
const onceADay = 'Enviamos este aviso una vez al día como máximo.'
const resetByApi = 'Restablece tu contraseña con POST {{url}}/v1/auth/request-password-reset.'
const toReset = ['Restablecer contraseña', '{{url}}/auth/forgot'] as const
const toSecurity = ['Ver llaves de acceso', '{{url}}/open/settings/account/security'] as const
const toConfirm = ['Confirmar correo', '{{url}}/auth/confirm#{{token}}'] as const
const confirmByApi = 'Tu código:\n\n{{token}}\n\nEnvíalo como “token” a POST {{url}}/v1/auth/verify-email.'

/** Emails about a user's own account, in Spanish. */
export const spanishAccountTemplates = {
  'plan-ended': composeParts({
    subject: 'Tu plan de Posthorn ha terminado',
    hello,
    says: `El pago del plan {{plan}} tiene más de una semana de retraso, así que tu cuenta pasó al plan {{newPlan}}.

No se eliminó nada. Puedes seguir viendo y exportando todo. Las funciones fuera de tu plan quedan en pausa hasta que lo mejores.`,
    button: ['Ver uso y plan', '{{url}}/open/settings/usage'],
    because: hasAccount,
  }),
  'recycling-ended': composeParts({
    subject: 'Dejamos de reciclar una de tus publicaciones',
    hello,
    says: `Las tres últimas copias de esta publicación fallaron, así que dejamos de reciclarla:

> {{post}}

Corrige la publicación y vuelve a activar el reciclaje.`,
    button: ['Ver publicación', '{{link}}'],
    api: 'GET {{url}}/v1/posts/{{postId}}/recycles muestra los errores de las copias.',
    because: 'Recibes este correo porque activaste el reciclaje de esta publicación.',
  }),
  'welcome-verify': composeParts({
    subject: 'Te damos la bienvenida a Posthorn: confirma tu correo',
    hello,
    says: 'Tu cuenta está lista. Confirma tu correo en las próximas {{hours}} horas.',
    button: toConfirm,
    api: confirmByApi,
    because: '¿No creaste esta cuenta? Ignora este correo y tu dirección no se confirmará.',
  }),
  'verify-email': composeParts({
    subject: 'Confirma tu correo',
    hello,
    says: 'Confirma tu correo para Posthorn en las próximas {{hours}} horas.',
    button: toConfirm,
    api: confirmByApi,
    because: '¿No tienes una cuenta de Posthorn? Puedes ignorar este correo.',
  }),
  'change-email': composeParts({
    subject: 'Confirma tu nuevo correo',
    hello,
    says: 'Pediste usar esta dirección para tu cuenta de Posthorn. Confírmala en las próximas {{hours}} horas.',
    button: toConfirm,
    api: confirmByApi,
    because: '¿No lo pediste tú? Ignora este correo y no cambiará nada.',
  }),
  'change-email-notice': composeParts({
    subject: 'El correo de tu cuenta va a cambiar',
    hello,
    says: `Alguien con sesión iniciada en tu cuenta pidió cambiar el correo a {{newEmail}}. El cambio se aplica cuando se confirme esa dirección.

Si no lo pediste tú, restablece tu contraseña ahora. Se cerrarán todas las sesiones y se cancelará el cambio.`,
    button: toReset,
    api: resetByApi,
    because: hasAccount,
  }),
  'email-taken': composeParts({
    subject: 'Ya tienes una cuenta',
    says: `Alguien intentó usar esta dirección para otra cuenta. Ya tienes una, así que no cambió nada. No le dijimos que tienes una cuenta.

Si lo intentaste tú, inicia sesión o restablece tu contraseña.`,
    button: toReset,
    api: resetByApi,
    because: '¿No lo intentaste tú? Puedes ignorar este correo.',
  }),
  'email-changed': composeParts({
    subject: 'El correo de tu cuenta ha cambiado',
    hello,
    says: `El correo de tu cuenta ahora es {{newEmail}}. Ya no usamos esta dirección.

Si no lo hiciste tú, escribe de inmediato al administrador de {{url}}.`,
    button: ['Abrir Posthorn', '{{url}}/auth/sign-in'],
    because: 'Recibes este correo porque esta dirección pertenecía a tu cuenta.',
  }),
  'reset-password': composeParts({
    subject: 'Restablece tu contraseña',
    hello,
    says: 'Alguien pidió restablecer tu contraseña de Posthorn. Si lo pediste tú, elige aquí una nueva. El enlace funciona una vez y caduca en {{hours}} hora.',
    button: ['Elegir contraseña nueva', '{{url}}/auth/reset#{{token}}'],
    api: 'Tu código:\n\n{{token}}\n\nEnvíalo como “token” con una contraseña nueva a POST {{url}}/v1/auth/reset-password.',
    because: '¿No lo pediste tú? Ignora este correo y tu contraseña seguirá igual.',
  }),
  'password-changed': composeParts({
    subject: 'Tu contraseña ha cambiado',
    hello,
    says: `Tu contraseña se restableció con un enlace enviado a esta dirección. Se cerraron todas tus sesiones.

Tus claves de API siguen funcionando. Revísalas si no esperabas este cambio. Si no lo hiciste tú, escribe al administrador de {{url}}.`,
    button: ['Iniciar sesión', '{{url}}/auth/sign-in'],
    because: hasAccount,
  }),
  'passkey-added': composeParts({
    subject: 'Se añadió una llave de acceso a tu cuenta',
    hello,
    says: `Con la llave de acceso “{{passkey}}” ya se puede iniciar sesión en tu cuenta sin contraseña.

Si no fuiste tú, elimínala y cambia tu contraseña.`,
    button: toSecurity,
    api: 'DELETE {{url}}/v1/auth/me/passkeys/{id} la elimina.',
    because: hasAccount,
  }),
  'passkey-removed': composeParts({
    subject: 'Se eliminó una llave de acceso de tu cuenta',
    hello,
    says: `Con la llave de acceso “{{passkey}}” ya no se puede iniciar sesión en tu cuenta. También puedes borrarla en tu gestor de contraseñas.

Si no fuiste tú, cambia tu contraseña.`,
    button: toSecurity,
    because: hasAccount,
  }),
  'password-guessed': composeParts({
    subject: 'Muchos inicios de sesión fallidos en tu cuenta',
    hello,
    says: `Alguien escribió muchas veces una contraseña incorrecta para tu cuenta. Ninguna era la correcta, así que tu cuenta está segura. Estamos frenando los nuevos intentos. Puedes seguir iniciando sesión desde donde ya lo hacías.

¿Olvidaste tu contraseña? Restablécela. Lo que mejor te protege es una contraseña larga que no uses en ningún otro sitio.`,
    button: toReset,
    api: resetByApi,
    because: onceADay,
  }),
  'code-guessed': composeParts({
    subject: 'Alguien tiene tu contraseña y está probando códigos de verificación',
    hello,
    says: `Alguien escribió la contraseña correcta de tu cuenta y después varios códigos de verificación incorrectos. Los códigos están bloqueados por un tiempo. Los códigos de recuperación siguen funcionando.

Si no fuiste tú, restablece tu contraseña ahora. Se cerrarán todas las sesiones y se desbloquearán los códigos.`,
    button: toReset,
    api: resetByApi,
    because: onceADay,
  }),
  'webhook-off': composeParts({
    subject: 'Se desactivó un webhook',
    hello,
    says: `Desactivamos tu webhook {{endpoint}}: {{why}}.

Cuando tu endpoint vuelva a funcionar, activa el webhook y reenvía las entregas fallidas.`,
    button: ['Ver webhook', '{{link}}'],
    api: 'Actívalo con PATCH {{url}}/v1/webhooks/{id} y {"active":true}. Después reenvía con POST {{url}}/v1/webhooks/{id}/replay-failed.',
    because: 'Recibes este correo porque creaste este webhook.',
  }),
  goodbye: composeParts({
    subject: 'Tu cuenta se ha eliminado',
    hello,
    says: `Eliminamos tu cuenta y todos sus datos, como pediste. Este es nuestro último correo.

Gracias por usar Posthorn.`,
    because: 'Recibes este correo porque eliminaste tu cuenta de Posthorn.',
  }),
} as const
