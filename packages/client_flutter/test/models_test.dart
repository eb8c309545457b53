import 'package:application_platform/application_platform.dart';
import 'package:application_platform/models.dart';
import 'package:test/test.dart';

void main() {
  const json = {
    'payment_id': 'p-1',
    'status': 'a state of tomorrow',
    'status_reason': null,
    'entitlements_granted': false,
    'a field of tomorrow': [1],
  };

  test('a model keeps unknown fields and unknown values, and writes what it read', () {
    final sync = PaymentSync.fromJson(json);
    expect(sync.status, 'a state of tomorrow');
    expect(PaymentSyncStatus.values, isNot(contains(sync.status)));
    expect(sync.toJson(), json);
  });

  test('a model that lacks a field is refused, with its name', () {
    final broken = {...json}..remove('status');
    expect(
      () => PaymentSync.fromJson(broken),
      throwsA(isA<FormatException>().having((error) => error.message, 'message', startsWith('status'))),
    );
  });

  test('a null of `more` clears a field of a change', () {
    expect(const ApplicationPatch(more: {'name': null}).toJson(), {'name': null});
    expect(const ApplicationPatch().toJson(), isEmpty);
  });

  test('a refusal has the fields of its code, and none of another one', () {
    const refusal = ApiException(
      status: 403,
      error: ErrorCodes.deviceLimitReached,
      message: 'too many',
      body: {'max_active_devices': 3},
    );
    expect(refusal.deviceLimitReached?.maxActiveDevices, 3);
    expect(refusal.consentsRequired, isNull);
  });
}
