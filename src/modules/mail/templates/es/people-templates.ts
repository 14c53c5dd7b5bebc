import { composeParts } from '../compose.ts'

/** The roles of a profile, as the pages name them. */
export const spanishRoles: Readonly<Record<string, string>> = {
  admin: 'Administrador',
  approver: 'Aprobador',
  editor: 'Editor',
  contributor: 'Colaborador',
  viewer: 'Lector',
}

const stop = 'Desactivar estos correos'

/** Emails between people who work together, in Spanish. */
export const spanishPeopleTemplates = {
  welcome: composeParts({
    subject: 'Te damos la bienvenida a Posthorn',
    hello: 'Hola, {{name}}:',
    says: 'Tu cuenta está lista. Crea una marca, conecta sus cuentas y escribe tu primera publicación.',
    button: ['Abrir Posthorn', '{{url}}'],
    because: 'Recibes este correo porque tienes una cuenta de Posthorn.',
  }),
  'sign-up-invite': composeParts({
    subject: 'Tu invitación a Posthorn',
    says: 'Te invitamos a crear una cuenta de Posthorn con esta dirección. El enlace funciona una vez y caduca en {{days}} días.',
    button: ['Crear cuenta', '{{url}}/auth/sign-up#{{inviteToken}}'],
    api: 'Tu código:\n\n{{inviteToken}}\n\nEnvíalo como “inviteToken” a POST {{url}}/v1/auth/sign-up.',
    because: '¿No lo esperabas? Ignora este correo. No se crea ninguna cuenta hasta que te registres.',
  }),
  'profile-invite': composeParts({
    subject: 'Tu invitación a {{profile}} en Posthorn',
    says: `{{inviter}} te invitó a unirte a {{profile}}. Tu rol: {{role}}.

Inicia sesión o crea una cuenta con esta dirección para aceptar. El enlace funciona una vez y caduca el {{until}}.`,
    button: ['Aceptar invitación', '{{url}}/auth/invite#{{inviteToken}}'],
    api: 'Tu código:\n\n{{inviteToken}}\n\nEnvíalo como “token” a POST {{url}}/v1/profiles/invites/accept.',
    because: '¿No lo esperabas? Puedes ignorar este correo. Nadie sabrá si tienes una cuenta.',
  }),
  'approval-requested': composeParts({
    subject: 'Falta tu aprobación: una publicación de {{profile}}',
    hello: 'Hola, {{name}}:',
    says: `{{by}} necesita tu aprobación para esta publicación. No se publicará hasta que se apruebe.

> {{post}}

> {{note}}`,
    button: ['Revisar publicación', '{{link}}'],
    because: 'Recibes este correo porque apruebas las publicaciones de {{profile}}.',
    stop,
  }),
  'approval-decided': composeParts({
    subject: 'Revisaron tu publicación de {{profile}}',
    hello: 'Hola, {{name}}:',
    says: `{{by}} revisó tu publicación. {{outcome}}

> {{post}}`,
    button: ['Ver publicación', '{{link}}'],
    because: 'Recibes este correo porque escribiste esta publicación.',
    stop,
  }),
  'guest-invite': composeParts({
    subject: 'Publicaciones de {{profile}} para revisar',
    hello: 'Hola, {{name}}:',
    says: '{{profile}} te muestra publicaciones antes de publicarlas. No necesitas una cuenta. El enlace funciona hasta el {{until}}.',
    button: ['Ver publicaciones', '{{url}}/v1/portal/{{portalToken}}'],
    because: '¿No lo esperabas? Puedes ignorar este correo.',
  }),
  'guest-code': composeParts({
    subject: 'Tu código para las publicaciones de {{profile}}',
    hello: 'Hola, {{name}}:',
    says: `Introduce este código en la página que lo pide. Caduca en {{minutes}} minutos.

{{codeToken}}

No compartas el código con nadie.`,
    because: '¿No lo has pedido? Ignora este correo. Sin el código, nadie puede decidir por ti.',
  }),
  'guest-waiting': composeParts({
    subject: 'Publicaciones de {{profile}} necesitan tu aprobación',
    hello: 'Hola, {{name}}:',
    says: 'Hay publicaciones de {{profile}} que necesitan tu aprobación antes de publicarse.',
    button: ['Revisar publicaciones', '{{url}}/v1/portal/{{portalToken}}'],
    because: 'Recibes este correo porque {{profile}} te pide que apruebes publicaciones.',
  }),
} as const
