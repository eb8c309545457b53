export * from './identity-provider/identity-provider-sandbox.ts';
export * from './mail/mail-sandbox.ts';
export * from './postgres/local-postgres.ts';
export * from './s3/s3-sandbox.ts';
export * from './sites/hostile-site.ts';
export * from './smartcaptcha/smartcaptcha-sandbox.ts';
export * from './yookassa/yookassa-sandbox.ts';
