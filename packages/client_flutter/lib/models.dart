export 'src/generated/models.dart';
