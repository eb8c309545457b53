export 'src/generated/operations.dart';
