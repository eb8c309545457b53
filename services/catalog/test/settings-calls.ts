import { aUser } from '@platform/testing';
import { admin, type Catalog, type GivenApplication } from './support.ts';

type Calls = ReturnType<Catalog['as']>;
export type Parameter = Parameters<Calls['putConfigParameter']>[0]['body'];
type Flag = Omit<Parameters<Calls['createFeature']>[0]['body'], 'code'>;
type Changes = Parameters<Calls['updateFeature']>[0]['body'];
type Headers = Record<string, string>;

/**
 * Calls about the parameters and flags of an application, as an administrator and as a client.
 * @param service the service under test, once it runs
 */
export function settingsCalls(service: () => Catalog) {
  const put = (app: GivenApplication, key: string, body: Parameter, headers: Headers = {}) =>
    admin(service()).putConfigParameter({ params: { ...app.params, key }, body, headers });
  const create = (app: GivenApplication, code: string, flag: Flag = {}) =>
    admin(service()).createFeature({ params: app.params, body: { code, ...flag } });
  const change = (app: GivenApplication, code: string, body: Changes, headers: Headers = {}) =>
    admin(service()).updateFeature({ params: { ...app.params, code }, body, headers });

  const readConfig = (app: GivenApplication, query = {}, headers: Headers = {}) =>
    service()
      .as({ application: app.context })
      .getConfig({ params: { app_code: app.code }, query, headers });
  const configOf = async (app: GivenApplication, query = {}) => (await readConfig(app, query)).data.config;
  const readFeatures = (app: GivenApplication, user = aUser(), query = {}, headers: Headers = {}) =>
    service()
      .as({ application: app.context, user })
      .getFeatures({ params: { app_code: app.code }, query, headers });
  const featuresOf = async (app: GivenApplication, user = aUser(), query = {}) =>
    (await readFeatures(app, user, query)).data.features;
  return { put, create, change, readConfig, configOf, readFeatures, featuresOf };
}
