//! Paying energy: 主要阶段.卡牌的使用.3, 使用费用.1–使用费用.3, 卡牌种类.单位.①; ruling-14, ruling-89.
